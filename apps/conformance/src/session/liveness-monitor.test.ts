/** Shows when a target counts as one that no longer answers as before, and what is doubted then. */
import { describe, expect, it } from 'vitest';
import { Stopped } from '@outreach-api/engine';
import type { Moment } from '@outreach-api/wire/transport';
import { LivenessMonitor, type Asked, type Sign } from './liveness-monitor.ts';

const asBefore: Asked = { kind: 'as before', how: '', announcedMs: null };
const turned: Asked = { kind: 'turned', how: 'GET /list is answered 500', announcedMs: null };
const limited: Asked = { kind: 'limited', how: 'GET /list is answered 429', announcedMs: 10 };
const bad: Sign = { kind: 'turned', how: 'answered 500' };
const good: Sign = { kind: 'good' };

/** A monitor whose controls get these answers, one after another, and what it reported. */
function monitorOf(asked: (count: number) => Asked, patienceMs = 5000) {
  const reported = { asked: 0, ended: [] as string[], noticed: [] as string[], sent: 0 };
  const stop = new AbortController();
  const monitor = new LivenessMonitor({
    patienceMs,
    mostAtOnce: 4,
    stop: stop.signal,
    sent: () => reported.sent,
    ask: async () => {
      reported.asked += 1;
      reported.sent += 1;
      return asked(reported.asked);
    },
    notice: (text) => reported.noticed.push(text),
    end: (text) => reported.ended.push(text),
  });
  monitor.controls = [{ path: '/list', isJson: true }];
  const answers = async (sign: Sign): Promise<void> => {
    reported.sent += 1;
    const sent: Moment = { request: reported.sent, at: new Date() };
    await monitor.answered(sign, sent);
  };
  const answersOften = async (sign: Sign, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await answers(sign);
  };
  return { monitor, reported, stop, answers, answersOften };
}

describe('a target that answers otherwise', () => {
  it('now and then is not asked', async () => {
    const { reported, answers, answersOften } = monitorOf(() => turned);
    for (let turn = 0; turn < 5; turn += 1) {
      await answersOften(bad, 9);
      await answers(good);
    }
    expect(reported).toMatchObject({ asked: 0, ended: [] });
  });

  it('for a while is waited for, and nothing is sent meanwhile', async () => {
    const { monitor, reported, answersOften } = monitorOf((count) => (count < 3 ? turned : asBefore));
    await answersOften(good, 20);
    const hearing = answersOften(bad, 10);
    await hearing;
    expect(reported).toMatchObject({ asked: 3, ended: [] });
    expect(reported.noticed).toHaveLength(1);
    await monitor.ready();
    expect(monitor.isDoubtful(reported.sent)).toBe(false);
  });

  it('for good ends the run, and says since when; what came before its last good answers is not doubted', async () => {
    const { monitor, reported, answersOften } = monitorOf(() => turned, 0);
    await answersOften(good, 20);
    await answersOften(bad, 10);
    expect(reported.ended).toHaveLength(1);
    expect(reported.ended[0]).toMatch(/GET \/list is answered 500, since request 21, at \d\d:\d\d:\d\d UTC$/);
    expect([14, 16, 17, 30].map((sent) => monitor.isDoubtful(sent))).toEqual([false, false, true, true]);
  });

  it('in the last requests is determined at the end, and what was made sure of before stays', async () => {
    let isBroken = false;
    const { monitor, reported, answersOften } = monitorOf(() => (isBroken ? turned : asBefore), 0);
    await answersOften(good, 20);
    await monitor.check();
    const checked = reported.sent;
    await monitor.check();
    expect(reported.asked).toBe(0);
    await answersOften({ kind: 'neutral' }, 4);
    await monitor.check();
    expect(reported.asked).toBe(1);
    isBroken = true;
    await answersOften(bad, 2);
    await monitor.check();
    expect(reported.ended).toHaveLength(1);
    expect(monitor.isDoubtful(checked)).toBe(false);
    expect(monitor.isDoubtful(reported.sent)).toBe(true);
  });
});

describe('a limit', () => {
  it('of our own making is no outage', async () => {
    const { monitor, reported, answersOften } = monitorOf(() => limited, 0);
    await answersOften(good, 3);
    await answersOften(bad, 1);
    monitor.limitIsOurs = true;
    await monitor.check();
    expect(reported).toMatchObject({ asked: 1, ended: [] });
  });

  it('that was waited out without success ends the run where the controls are limited, too', async () => {
    const { reported, answers } = monitorOf(() => limited, 0);
    await answers({ kind: 'limited', how: 'answered 429' });
    expect(reported.ended[0]).toMatch(/is answered 429, since request 1, /);
  });

  it('of one operation ends nothing', async () => {
    const { reported, answers } = monitorOf(() => asBefore, 0);
    await answers({ kind: 'limited', how: 'answered 429' });
    expect(reported).toMatchObject({ asked: 1, ended: [] });
  });
});

describe('a run that is over', () => {
  it('by its time is made sure of once more, without waiting; a person is not kept waiting at all', async () => {
    const byTime = monitorOf(() => limited);
    await byTime.answers(bad);
    byTime.stop.abort(new Stopped('the time was up'));
    await byTime.monitor.check();
    expect(byTime.reported).toMatchObject({ asked: 1, ended: [] });

    const byHand = monitorOf(() => turned);
    await byHand.answersOften(good, 9);
    await byHand.answers(bad);
    byHand.stop.abort();
    await byHand.monitor.check();
    expect(byHand.reported).toMatchObject({ asked: 0, ended: [] });
    expect(byHand.monitor.isDoubtful(10)).toBe(true);
  });
});
