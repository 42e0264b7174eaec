import { setTimeout as sleep } from 'node:timers/promises';
import { type Crowd, startCrowd, type World } from '../clients.ts';
import type { Metric } from '../metrics.ts';
import type { RigOptions } from '../site/rig.ts';

/** A fault of RELIABILITY's programme: how it is injected, and its allowed effects. */
export type Scenario = {
  id: string;
  title: string;
  /** The full length; a shorter run has fewer or shorter faults. */
  minutes: number;
  /** Required programs and their packages. */
  needs?: Record<string, string>;
  /** Acknowledged writes may be lost, with all consequences: these are counted, not judged. */
  may_lose?: true;
  rig?(
    seconds: number,
  ): Partial<
    Pick<RigOptions, 'settings' | 'clock_offsets_ms' | 'workers' | 'near' | 'postgres' | 'cluster'>
  >;
  run(world: World, stage: Stage): Promise<Metric[]>;
};

export type Stage = {
  seconds: number;
  /** For the faults; operations have their own. */
  random(): number;
  clients: number;
  /** Operations per second of all clients. */
  rate: number;
};

/** Runs the crowd while `disturb` injects faults, and heals everything at the end. */
export async function underLoad(
  world: World,
  stage: Stage,
  disturb: (until: Until) => Promise<void>,
): Promise<void> {
  const crowd: Crowd = startCrowd(world, stage);
  const end = world.history.now() + stage.seconds * 1000;
  try {
    await disturb({
      end,
      isOver: (reserve = 0) => world.history.now() + reserve >= end,
      left: () => Math.max(0, end - world.history.now()),
    });
    await sleep(Math.max(0, end - world.history.now()));
  } finally {
    heal(world);
    await crowd.stop();
  }
}

export type Until = {
  end: number;
  isOver(reserveMs?: number): boolean;
  left(): number;
};

function heal({ rig }: World): void {
  rig.postgres.thaw();
  rig.redis.thaw();
  rig.to_postgres.heal();
  rig.to_redis.heal();
  for (const worker of rig.workers) worker.signal('SIGCONT');
}
