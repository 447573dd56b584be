/** Tries the receiver over real connections: forms of requests, and how long connections are kept. */
import { Agent, request as send, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Receiver } from './receiver.ts';

const local = { listen: '127.0.0.1:0', publicUrl: null };

/** Sends a POST, and answers with its status and whether its connection had been used before. */
async function post(
  url: string,
  options: RequestOptions = {},
): Promise<{ readonly status: number | undefined; readonly reused: boolean }> {
  return new Promise((resolve, reject) => {
    const sent = send(url, { method: 'POST', ...options }, (answer: IncomingMessage) => {
      answer.resume().once('end', () => {
        resolve({ status: answer.statusCode, reused: sent.reusedSocket });
      });
    });
    sent.once('error', reject);
    sent.end('{"event":"x"}');
  });
}

test('a call in absolute form is the same as one in origin form', async () => {
  const receiver = await Receiver.start(local, 'a1');
  onTestFinished(async () => receiver.close());
  const mailbox = receiver.open('/In//box/?x=http://other.example/y', 207);
  for (const path of [mailbox.path, mailbox.url, mailbox.url.replace('http:', 'HTTP:')])
    expect(await post(mailbox.url, { path })).toMatchObject({ status: 207 });
  expect(mailbox.calls.map(({ path }) => path)).toEqual([mailbox.path, mailbox.path, mailbox.path]);
});

test('a call in absolute form through a public address loses its prefix', async () => {
  const listening = await Receiver.start(local, 'a2');
  const { port } = new URL(listening.open('', 200).url);
  await listening.close();
  const publicUrl = 'https://hooks.example.com/to/us';
  const receiver = await Receiver.start({ listen: `127.0.0.1:${port}`, publicUrl }, 'a3');
  onTestFinished(async () => receiver.close());
  const mailbox = receiver.open('/a?b=c', 208);
  await post(`http://127.0.0.1:${port}`, { path: mailbox.url });
  await post(`http://127.0.0.1:${port}`, {
    path: new URL(mailbox.url).pathname + new URL(mailbox.url).search,
  });
  expect(mailbox.calls.map(({ path }) => path)).toEqual([mailbox.path, mailbox.path]);
});

test('a method that is none, in absolute form, keeps its path', async () => {
  const receiver = await Receiver.start(local, 'a4');
  onTestFinished(async () => receiver.close());
  const mailbox = receiver.open('/a?b=c', 200);
  const { hostname, port } = new URL(mailbox.url);
  await new Promise((closed) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`post ${mailbox.url} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    });
    socket.resume().once('close', closed);
  });
  expect(mailbox.calls).toMatchObject([{ method: 'post', path: mailbox.path }]);
});

test('a connection that a service keeps is kept for longer than Node would, and closed at the end', async () => {
  const receiver = await Receiver.start(local, 'a5');
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => {
    agent.destroy();
  });
  const { url } = receiver.open('/kept', 200);
  expect(await post(url, { agent })).toEqual({ status: 200, reused: false });
  await wait(7500);
  expect(await post(url, { agent })).toEqual({ status: 200, reused: true });
  await receiver.close();
  await expect(post(url)).rejects.toThrow('ECONNREFUSED');
}, 20_000);
