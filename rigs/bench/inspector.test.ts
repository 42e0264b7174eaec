import { expect, test } from 'vitest';
import { idleShare, selfTimes } from './inspector.ts';

const frame = (functionName: string) => ({
  ...{ functionName, url: '' },
  ...{ lineNumber: 0, columnNumber: 0 },
});

test('time counts for the function that spent it, and idle time for none', () => {
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('render') },
      { id: 3, callFrame: frame('query') },
      { id: 4, callFrame: frame('render') },
    ],
    samples: [1, 2, 3, 4],
    timeDeltas: [300, 30, 60, 10],
  };
  expect(selfTimes(profile, ({ functionName }) => functionName)).toEqual([
    { what: 'query', share: 0.6 },
    { what: 'render', share: 0.4 },
  ]);
  expect(idleShare(profile)).toBe(0.75);
});
