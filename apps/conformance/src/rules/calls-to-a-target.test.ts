/** Tries what is said of a service that hangs up on its target. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { judgeSandbox } from '../proof/judge-sandbox.ts';
import { responseIsReturned } from './calls-to-a-target.ts';

/** Calls, and hangs up without having read anything. */
async function calledAndLeft(call: Request): Promise<void> {
  const { hostname, port, pathname, search } = new URL(call.url);
  const body = await call.text();
  const lines = [`${call.method} ${pathname}${search} HTTP/1.1`, 'host: x', `content-length: ${body.length}`];
  const socket = connect(Number(port), hostname);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'finish');
  socket.destroy();
}

test('TEST-04 is not decided where the service hangs up and answers a while later: it may have waited so long', async () => {
  const run = await judgeSandbox({
    rules: [responseIsReturned],
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
