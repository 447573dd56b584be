/** Tries the receiver over real connections: forms of requests, and how long connections are kept. */
import { once } from 'node:events';
import { Agent, request as send, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Receiver } from './receiver.ts';

const local = { listen: '127.0.0.1:0', publicUrl: null };

/** Sends a POST, and returns its status and whether its connection had been used before. */
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

test('a call whose address escapes hyphens comes to it', async () => {
  const receiver = await Receiver.start(local, 'a9');
  onTestFinished(async () => receiver.close());
  const mailbox = receiver.open('/in', 207);
  const path = mailbox.path.replaceAll('-', '%2D');
  expect(await post(mailbox.url, { path })).toMatchObject({ status: 207 });
  expect(mailbox.calls.map((call) => call.path)).toEqual([path]);
});

test('a call for no address is answered with a success, and counts for none', async () => {
  const receiver = await Receiver.start(local, 'a0');
  onTestFinished(async () => receiver.close());
  const mailbox = receiver.open('/in', 503);
  expect(await post(mailbox.url, { path: '/in' })).toMatchObject({ status: 200 });
  expect(mailbox.calls).toEqual([]);
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
});

/** Writes to the receiver, waits until it has arrived, then does something to the connection. */
async function writes(url: string, text: string, then: (socket: Socket) => void): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).resume();
  await new Promise((flushed) => {
    socket.write(text, flushed);
  });
  await wait(50);
  // However late that was, each turn of the event loop reads what has arrived.
  for (let turns = 0; turns < 5; turns += 1) await turn();
  then(socket);
  await wait(50);
}

const cut: readonly [how: string, body: string, then: (socket: Socket) => void][] = [
  ['before its length has come', 'content-length: 90\r\n\r\n{"event":"x"}', (socket) => socket.destroy()],
  [
    'by a reset before its length has come',
    'content-length: 90\r\n\r\n{"event":"x"}',
    (socket) => socket.resetAndDestroy(),
  ],
  [
    'between chunks',
    'transfer-encoding: chunked\r\n\r\nd\r\n{"event":"x"}\r\n',
    (socket) => socket.resetAndDestroy(),
  ],
  [
    'by a chunk that is none',
    'transfer-encoding: chunked\r\n\r\nd\r\n{"event":"x"}\r\n',
    (socket) => socket.write('zz\r\n'),
  ],
  [
    'by a chunk that is none, all at once',
    'transfer-encoding: chunked\r\n\r\nd\r\n{"event":"x"}\r\nzz\r\n',
    (socket) => socket.destroy(),
  ],
  [
    'where more comes than its length',
    'content-length: 13\r\n\r\n{"event":"x"}{"more":1}',
    (socket) => socket.destroy(),
  ],
];

test.each(cut)('a call that is cut off %s counts once, with what came', async (_, body, then) => {
  const receiver = await Receiver.start(local, 'c1');
  onTestFinished(async () => receiver.close());
  const { url, path, calls } = receiver.open('/cut', 200);
  await writes(url, `POST ${path} HTTP/1.1\r\nhost: x\r\n${body}`, then);
  await expect.poll(() => calls.length).toBe(1);
  expect(calls).toEqual([
    { method: 'POST', path, bodyLength: 13, hasData: true, hungUp: expect.any(Boolean) },
  ]);
});

test.each([
  ['while the answer is waited for', 100, 20],
  ['before the call could be read', 0, 0],
])('a caller that hangs up %s is known from one that was answered', async (_, delayMs, leavesAfterMs) => {
  const receiver = await Receiver.start(local, 'c3');
  onTestFinished(async () => receiver.close());
  const [left, stayed] = [0, 1].map(() => receiver.open('/left', 200, { delayMs }));
  if (left === undefined || stayed === undefined) throw new Error('two were opened');
  const { hostname, port } = new URL(left.url);
  const socket = connect(Number(port), hostname);
  socket.end(`GET ${left.path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await once(socket, 'finish');
  await wait(leavesAfterMs);
  socket.destroy();
  expect(await post(stayed.url)).toMatchObject({ status: 200 });
  await expect.poll(() => left.calls).toMatchObject([{ method: 'GET', hungUp: true }]);
  expect(stayed.calls).toMatchObject([{ method: 'POST', hungUp: false }]);
});

test('a call that is still being read or answered does not keep the receiver from closing', async () => {
  const receiver = await Receiver.start(local, 'c2');
  const read = receiver.open('/read', 200);
  const answered = receiver.open('/answered', 200, { delayMs: 100 });
  const start = `POST ${read.path} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{"a":1`;
  await writes(read.url, start, () => undefined);
  await writes(answered.url, `GET ${answered.path} HTTP/1.1\r\nhost: x\r\n\r\n`, () => undefined);
  await receiver.close();
  await wait(200);
  expect([...read.calls, ...answered.calls]).toMatchObject(
    [{ method: 'GET' }, { method: 'POST' }].toReversed(),
  );
});
