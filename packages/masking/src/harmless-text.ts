/** Neutralizes text of a target, or anyone else, so that nothing in it affects what shows it. */

/**
 * What affects a terminal or a reader without being seen: control characters, bidirectional controls, zero-width
 * characters, line separators that programs do not recognize, lone surrogates. Line feeds and tabs do what they should,
 * and an emoji may have its variation selector.
 */
const acting =
  /(?!\t|\n|\uFE0E|\uFE0F)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\uFFFE\uFFFF]/gu;

/** Job runners read commands from the log: GitHub's begin a line. */
const commandAtStart = /^(\s*):(?=:)/gm;
/** GitHub's older commands, and those of Azure and TeamCity, are recognized anywhere in a line. */
const commandInside = /#(?=#(?:vso|teamcity)?\[)/g;

/**
 * The text with everything that takes effect shown as an escape, e.g. `\u001b`. Windows line ends become plain ones.
 */
export function harmless(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(acting, escapeOf);
}

/**
 * The text without anything that a job runner takes for a command.
 *
 * @param escape - writes a character so that it is not taken literally
 */
export function withoutCommands(text: string, escape = escapeOf): string {
  return text
    .replaceAll(commandAtStart, (_, space: string) => `${space}${escape(':')}`)
    .replaceAll(commandInside, escape);
}

/** The value as JSON: the same once parsed, but nothing takes effect where the file itself is shown. */
export function harmlessJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(acting, escapeOf).replaceAll(commandInside, escapeOf);
}

/** The JSON escape of a character; one beyond U+FFFF takes two escapes. */
function escapeOf(character: string): string {
  let escape = '';
  for (let at = 0; at < character.length; at += 1)
    escape += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return escape;
}
