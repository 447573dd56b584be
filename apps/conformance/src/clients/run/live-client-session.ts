/** Runs scenarios with a driver, in parallel where that does not distort the results. */
import { systemClock, Unmet, type Clock, type FreshFor, type ProgressBoard } from '@outreach-api/engine';
import { RequestPacer } from '@outreach-api/wire/pace';
import type { CallOutcome, DriverCall } from '../driver-call.ts';
import type { Declaration } from '../driver/declaration.ts';
import type { Driver } from '../driver/driver.ts';
import type { Scenario, ScenarioCall } from '../scenarios/scenario.ts';
import { ScriptedService } from '../service/scripted-service.ts';
import type { ServicePlace } from '../service/service-place.ts';
import type { Calibration } from './calibration.ts';
import type { ScenarioRunner } from './client-domain.ts';
import { maskedValue } from './masked-value.ts';
import type { ScenarioRun, TriedScenario } from './scenario-run.ts';

/** The parts of a session. */
export interface SessionParts {
  readonly driver: Driver;
  readonly declaration: Declaration;
  readonly place: ServicePlace;
  readonly calibration: Calibration;
  /** How many drivers run at the same time. */
  readonly concurrency: number;
  /** How long a call may take if the scenario does not say, in milliseconds. */
  readonly longestMs: number;
  /** How long a call may take, whatever the scenario says. */
  readonly mostMs: number;
  /** Determines the data of the services. */
  readonly seed: number;
  /** Waits end early when it stops. */
  readonly clock?: Clock;
  /** Notified of each request. */
  readonly progress: ProgressBoard;
  /** Receives the outcome of each call of a scenario. */
  readonly onRun?: (tried: TriedScenario) => void;
}

/** How many drivers with long waits run in addition to the others. */
const patientDrivers = 16;
/** From this duration on, a driver mostly waits. */
const patientMs = 10_000;

/** Runs scenarios with a driver: each call gets a service of its own. */
export class LiveClientSession implements ScenarioRunner {
  readonly #parts: SessionParts;
  readonly #pace: RequestPacer;
  readonly #patient: RequestPacer;
  readonly #made: DriverCall[] = [];
  #calls = 0;

  constructor(parts: SessionParts) {
    const clock = parts.clock ?? systemClock;
    this.#parts = parts;
    this.#pace = new RequestPacer(parts.concurrency, null, clock);
    this.#patient = new RequestPacer(patientDrivers, null, clock);
  }

  /** The calls made, in the order in which they ended. */
  get made(): readonly DriverCall[] {
    return this.#made;
  }

  async run(scenario: Scenario, asked: ScenarioCall, freshFor: FreshFor | null): Promise<ScenarioRun> {
    const { declaration, calibration } = this.#parts;
    if (!declaration.calls.includes(asked.call)) throw new Unmet('the driver makes only some of the calls');
    const pace = (scenario.longestMs ?? 0) > patientMs ? this.#patient : this.#pace;
    const from = systemClock.now();
    const times = Array.from({ length: asked.times ?? 1 }, async () =>
      pace.next(async () => this.#make(asked, scenario)),
    );
    const calls = await Promise.all(times);
    this.#made.push(...calls);
    const noise = calibration.lateness(from, systemClock.now());
    this.#parts.onRun?.({ scenario: scenario.name, asked, freshFor, calls, noise });
    return { calls, declared: declaration.backoff, noise };
  }

  async #make(asked: ScenarioCall, scenario: Scenario): Promise<DriverCall> {
    const { driver, place, seed, clock = systemClock, progress } = this.#parts;
    this.#calls += 1;
    const service = await ScriptedService.open(scenario.service, seed * 1000 + this.#calls, clock);
    const open = await place.open(service);
    try {
      const { call } = asked;
      const given = service.given(asked);
      const longestMs = Math.min(scenario.longestMs ?? this.#parts.longestMs, this.#parts.mostMs);
      const { baseUrl } = open;
      const isUntouched = (): boolean => service.exchanges.length === 0;
      const { token } = service;
      const outcome = await driver.make({ call, with: given }, { baseUrl, token, longestMs, isUntouched });
      const { exchanges, key } = service;
      for (const _ of exchanges) progress.sent();
      const masked = maskedOutcome(outcome, service);
      return { call, with: given, scenario: scenario.name, key, exchanges, outcome: masked };
    } finally {
      await open.close();
      service.close();
    }
  }
}

function maskedOutcome(outcome: CallOutcome, service: ScriptedService): CallOutcome {
  const { secrets } = service;
  if (outcome.kind === 'no answer') return { ...outcome, why: secrets.mask(outcome.why) };
  const { answer } = outcome;
  if (!answer.ok) return outcome;
  const value = maskedValue(answer.value, secrets, (text) => service.isCreatedKey(text));
  return { kind: 'answered', answer: { ...answer, value } };
}
