/** Recognizes text that was put in place of a value to hide it. */

/** Words that say so: `REDACTED`, `Filtered`, `value removed`. */
const words =
  /redact|remov|hidden|mask|filter|saniti[sz]|obfuscat|scrub|censor|omit|conceal|anonymi[sz]|placeholder|not[ _-]?(?:shown|recorded|stored|available)/i;
/** A variable, a bracket, or nothing but one character: `$TOKEN`, `<token>`, `{{token}}`, `*****`, `xxxx`. */
const shapes = /^$|^[$<[({%…].*|^(.)\1*$|^[^\p{L}\p{N}]+$|\*{3}|…|\.{3}|•/u;

/** Whether a text stands in place of a value. */
export function isStandIn(value: string): boolean {
  const text = value.trim();
  return shapes.test(text) || words.test(text);
}
