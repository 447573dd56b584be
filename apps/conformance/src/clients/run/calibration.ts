/** A calibration client: sends requests on time, to measure how late other requests may arrive on this machine. */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { systemClock } from '@outreach-api/engine';

const betweenMs = 100;
/** More than any run needs. */
const mostSamples = 20_000;

/** Measures how late requests arrive that were sent on time. */
export interface Calibration {
  /** How late they arrived between two times, in milliseconds; null if not measured. */
  lateness(from: number, to: number): readonly number[] | null;
  close(): void;
}

/** Measures nothing, for runs without real time. */
export const uncalibrated: Calibration = { lateness: () => null, close: () => undefined };

/** Starts to send requests repeatedly to a small server on loopback, with a pause after each answer. */
export async function calibrate(): Promise<Calibration> {
  const samples: { readonly at: number; readonly late: number }[] = [];
  const state: { answeredAt: number | null; isOver: boolean } = { answeredAt: null, isOver: false };
  const server = createServer((incoming, outgoing) => {
    const at = systemClock.now();
    if (state.answeredAt !== null && samples.length < mostSamples)
      samples.push({ at, late: Math.max(0, at - state.answeredAt - betweenMs) });
    incoming.resume();
    outgoing.end('ok', () => {
      state.answeredAt = systemClock.now();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const agent = new Agent({ keepAlive: true });
  const ask = (): void => {
    if (state.isOver) return;
    const asking = request({ host: '127.0.0.1', port, agent }, (answer) => {
      answer.resume().on('end', () => {
        systemClock.after(betweenMs, ask);
      });
    });
    asking.on('error', () => undefined).end();
  };
  ask();
  return {
    lateness: (from, to) => samples.filter(({ at }) => at >= from && at <= to).map(({ late }) => late),
    close: () => {
      state.isOver = true;
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
