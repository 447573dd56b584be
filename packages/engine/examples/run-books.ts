/** Prints the verdict of each rule on a service of books: `node run-books.ts [FAULT]`. */
import { faults, startBookService } from './book-service.ts';
import { judgeBooks } from './judge-books.ts';

const fault = faults.find((known) => known === process.argv[2]) ?? null;
const titles = ['Emma', 'Persuasion', 'Villette', 'Middlemarch', 'Cranford', 'Shirley'];

const service = await startBookService(titles, fault);
for (const { rule, verdict, breach, why } of await judgeBooks(service.url))
  console.log(rule.id, verdict, ...(breach === null ? why : [breach.values]));
service.close();
