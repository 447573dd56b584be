/** Names that careless programs change or take for something else. */

/** Ordinary text that is taken for something else: for nothing, a number, a date, an answer, a quotation. */
export const misleadingNames: readonly string[] = [
  '007',
  'null',
  'true',
  '0',
  '0x1F9a',
  'constructor',
  "-Scunthorpe Test--O''Neil'",
  '1e3',
  '2026-11-24',
  'No',
];

/** Not ordinary text: it may be refused, but if accepted it must come back unchanged. */
export const unusualNames: readonly string[] = [
  `${'u'.repeat(254)}Ω`,
  'Growth 👩‍🚀 team <3 it',
  't'.repeat(301),
  '  white\r\nspace  around  ',
  'Tom’s & "Jerry" <b>Ltd</b>, v1.2_x: (EU) #1* [y]!',
  String.raw`C:\new\table %41 +1 {{name}} $1 @a|b ~c^ d;e?=`,
];
