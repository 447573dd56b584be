/** Prints the verdict of each rule on a service of books: `node run-books.ts [FAULT]`. */
import { faults, startBookService } from './book-service.ts';
import { judgeBooks } from './judge-books.ts';

const [asked] = process.argv.slice(2);
const fault = faults.find((known) => known === asked) ?? null;
if (asked !== undefined && fault === null) throw new Error(`the faults are: ${faults.join(', ')}`);
const titles = ['Emma', 'Persuasion', 'Villette', 'Middlemarch', 'Cranford', 'Shirley'];

const service = await startBookService(titles, fault);
for (const { rule, verdict, breach, why } of await judgeBooks(service.url))
  console.log(rule.id, verdict, ...(breach === null ? why : [breach.values]));
service.close();
