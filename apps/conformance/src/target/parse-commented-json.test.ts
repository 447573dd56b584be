import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { parseCommentedJson } from './parse-commented-json.ts';

describe('JSON that people write', () => {
  it('may have comments, trailing commas and a byte order mark', () => {
    const text = '\uFEFF{\n  // a comment\n  "a": "http://x//y", /* and\n another */ "b": [1, 2,],\n}\n';
    expect(parseCommentedJson('f.jsonc', text)).toEqual({ a: 'http://x//y', b: [1, 2] });
  });

  it('is refused with its line, comments counted, and without its text', () => {
    const text = '{\n  // secret\n  /* two\n lines */\n  "token": oops-a-credential\n}';
    expect(() => parseCommentedJson('f.jsonc', text)).toThrow(
      new ConfigurationError('f.jsonc: it is not JSON (line 5)'),
    );
  });

  it('is refused where it ends too early, or is empty', () => {
    for (const text of ['{ "a": 1', '', '// nothing'])
      expect(() => parseCommentedJson('f.jsonc', text)).toThrow(/^f\.jsonc: it is not JSON/);
  });
});
