import { expect, test } from 'vitest';
import { readCorpus, TARGETS } from '../../rigs/fuzz/read-corpus.ts';

/** What coverage-guided fuzzing has found worth keeping is asked again on every run; `npm run rig fuzz` looks for more. */
test.each([...TARGETS])(
  'A10, A15, A41, ASVS 1.3.1, 1.3.12 the kept inputs of the %s hold what it promises',
  (name, { fuzz, WORDS }) => {
    const corpus = readCorpus(name);
    expect(corpus.length).toBeGreaterThan(0);
    for (const input of [...corpus, ...WORDS.map((word) => Buffer.from(word))]) fuzz(input);
  },
);
