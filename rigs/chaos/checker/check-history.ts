import type { Effects } from '../effects.ts';
import type { Operation } from '../history.ts';
import { checkCheckIns, checkEnergy } from './energy.ts';
import type { Finding } from './finding.ts';
import { checkOrder, checkSessions } from './order.ts';
import { checkRegisters } from './registers.ts';
import { checkNotifications, checkRemovals, checkTraceable } from './traceable.ts';

/** Compares the responses with the stored rows: every success exists once, no refusal exists. */
export function checkHistory(operations: Operation[], effects: Effects): Finding[] {
  return [
    ...checkTraceable(operations, effects),
    ...checkNotifications(operations, effects),
    ...checkRemovals(operations, effects),
    ...checkEnergy(operations, effects),
    ...checkCheckIns(operations, effects),
    ...checkRegisters(operations, effects),
    ...checkSessions(operations, effects),
    ...checkOrder(operations),
  ];
}
