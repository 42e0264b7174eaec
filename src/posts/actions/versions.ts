import type { Versioned } from '../../platform/http/kept/answer.ts';
import { idFrom } from '../../platform/http/page.ts';
import { readNewestVersion, readPostVersions } from '../store/versions.ts';

/** What strangers are shown of a post is made of it, its counters and the people on its page. */
export const versionOfPost: Versioned = (ctx, asked) =>
  readPostVersions(
    ctx.readDb,
    asked.map(({ params, people }) => ({
      id: idFrom(String((params as { id: unknown }).id)),
      people,
    })),
  );

/** What strangers are shown first. Few pages are, so each asks for itself. */
export const versionOfNewest: Versioned = (ctx, asked) =>
  Promise.all(asked.map(({ people }) => readNewestVersion(ctx.readDb, people)));
