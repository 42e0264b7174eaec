import { type App, operations } from '../platform/http/app-types.ts';
import { energizePost } from './actions.ts';
import { FORMS } from './rules.ts';
import { EnergizeBody, Energized } from './schema.ts';

const { route } = operations('energy');
/** D37: SPEC §4 names two paths for one handler; the shorter one is the older. */
const PATHS = { energizePost: '/api/energy/energize', energizePostLegacy: '/api/energize' };

const asEnergize = route('member', ['energize']);

export function energizingRoutes(app: App): void {
  for (const [operationId, url] of Object.entries(PATHS)) {
    app.post(
      url,
      asEnergize({
        operationId,
        summary: 'Gives energy to a post',
        description: `Moves ${FORMS.light} or ${FORMS.heavy} energy from the caller to the author.`,
        deprecated: operationId === 'energizePostLegacy',
        body: EnergizeBody,
        response: { 200: Energized },
      }),
      ({ ctx, member, body }) => energizePost(ctx, member, body.post_id, body.form),
    );
  }
}
