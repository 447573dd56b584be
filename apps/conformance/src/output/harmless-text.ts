/** Text of a target, or of whoever else, in which nothing acts on what shows it. */

/**
 * What acts on a terminal or a reader without being seen: controls, what turns the direction of writing, what takes no
 * room, separators of lines that are none for programs, halves of characters. Line feeds and tabs do what they should,
 * and an emoji may have its variation.
 */
const acting =
  /(?!\t|\n|\uFE0E|\uFE0F)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\uFFFE\uFFFF]/gu;

/** What runs a job reads commands from its log: GitHub's begin a line. */
const commandAtStart = /^(\s*):(?=:)/gm;
/** Older ones of GitHub, and those of Azure and TeamCity, are found anywhere in a line. */
const commandInside = /#(?=#(?:vso|teamcity)?\[)/g;

/** The text with everything that acts shown as an escape, e.g. `\u001b`. Line ends of Windows are plain ones. */
export function harmless(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(acting, escapeOf);
}

/**
 * The text, in which what runs a job finds no command.
 *
 * @param escape - how a character is written so that it is not taken for itself
 */
export function withoutCommands(text: string, escape = escapeOf): string {
  return text
    .replaceAll(commandAtStart, (_, space: string) => `${space}${escape(':')}`)
    .replaceAll(commandInside, escape);
}

/** The value as JSON: the same once it is read, but nothing acts where the file itself is shown. */
export function harmlessJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(acting, escapeOf).replaceAll(commandInside, escapeOf);
}

/** How a character is escaped in JSON; one beyond U+FFFF takes two escapes. */
function escapeOf(character: string): string {
  let escape = '';
  for (let at = 0; at < character.length; at += 1)
    escape += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return escape;
}
