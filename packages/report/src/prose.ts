/** Sentences of a report as HTML. */
import { markup, type Markup } from './markup.ts';

/** A sentence as HTML: text between backticks is code. */
export function prose(sentence: string): Markup {
  const parts = sentence.split('`');
  // Unpaired backticks: the sentence is shown as it is.
  if (parts.length % 2 === 0) return markup`${sentence}`;
  return {
    markup: parts
      .map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`).markup)
      .join(''),
  };
}

/** A list of sentences; nothing if there are none. */
export function proseList(sentences: readonly string[]): Markup {
  return markup`<ul>${sentences.map((sentence) => markup`<li>${prose(sentence)}</li>`)}</ul>`;
}
