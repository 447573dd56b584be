/** The verdicts on services that call their targets in unusual ways, over sockets. */
import { once } from 'node:events';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { judgeSandbox } from '../../../test/judge-sandbox.ts';
import { rules as allRules } from '../../catalogue/rules.ts';
import { notPassed } from '../../../test/verdicts-of.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

const rules = allRules.filter(({ id }) => id.startsWith('TEST-'));

/** Calls, and hangs up without reading anything. */
async function calledAndLeft(call: Request): Promise<void> {
  const { hostname, port, pathname, search } = new URL(call.url);
  const body = await call.text();
  const lines = [`${call.method} ${pathname}${search} HTTP/1.1`, 'host: x', `content-length: ${body.length}`];
  const socket = connect(Number(port), hostname);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'finish');
  socket.destroy();
}

/** Calls like a client that puts the whole address in the request line (RFC 9112, 3.2.2). */
async function calledInAbsoluteForm(call: Request): Promise<Response> {
  const payload = await call.text();
  const { hostname, port } = new URL(call.url);
  const headers = { ...Object.fromEntries(call.headers), connection: 'close' };
  return new Promise((resolve, reject) => {
    const sent = send({ hostname, port, path: call.url, method: call.method, headers }, (answer) => {
      void text(answer).then((said) => {
        const type = answer.headers['content-type'] ?? 'text/plain';
        const body = said === '' ? null : said;
        resolve(new Response(body, { status: answer.statusCode ?? 0, headers: { 'content-type': type } }));
      }, reject);
    });
    sent.once('error', reject);
    sent.end(payload);
  });
}

/** Gives up after 250 ms, measured by this process's own progress: a busy machine does not make the target late. */
async function calledByAnImpatientClient(call: Request): Promise<Response> {
  const patience = new AbortController();
  const answered = fetch(new Request(call, { signal: patience.signal }));
  const isThere = answered.then(
    () => true,
    () => true,
  );
  for (let ticks = 0; ticks < 25; ticks += 1)
    if (await Promise.race([isThere, wait(10, false)])) return answered;
  patience.abort();
  return answered;
}

test('TEST-04 is not decided where the service hangs up and answers a while later: it may have waited so long', async () => {
  const run = await judgeSandbox({
    served: true,
    rules: [ruleNamed('TEST-04')],
    dialect: { targetFailure: '200' },
    sandbox: {
      deliveries: {
        answer: async (call) => {
          await calledAndLeft(call);
          await wait(120);
          throw new Error('the target did not answer in time');
        },
      },
    },
  });
  expect(run.results.map(({ verdict }) => verdict)).toEqual(['inconclusive']);
});

describe('a target', () => {
  test('never fails where it waits 250 ms for a target, and shows whom it waited for', async () => {
    const run = await judgeSandbox({
      rules,
      served: true,
      dialect: { targetFailure: '200' },
      sandbox: { deliveries: { answer: calledByAnImpatientClient } },
    });
    expect(run.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(notPassed(run, /^TEST-0[2-8]/)).toEqual([]);
  });

  test.each(['three-times', 'later'] as const)(
    'passes each rule where it calls one that fails again (%s)',
    async (failingTarget) => {
      const run = await judgeSandbox({ rules, dialect: { failingTarget } });
      expect(notPassed(run, /^TEST-/)).toEqual([]);
    },
  );

  test('passes each rule where it calls in absolute form', async () => {
    const run = await judgeSandbox({
      rules,
      served: true,
      sandbox: { deliveries: { answer: calledInAbsoluteForm } },
    });
    expect(notPassed(run, /^TEST-/)).toEqual([]);
  });
});
