import type { PageView } from '../../platform/http/page.ts';
import type { RefusalCode, RefusalMembers } from '../../refusals.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/form.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { EVENTS } from '../../webhooks/rules.ts';

/** Why the form was refused, and what was typed. */
export type WebhookProblem = {
  code: RefusalCode;
  status: number;
  members: RefusalMembers;
  typed: Record<string, string>;
  field: 'url' | 'events' | undefined;
};

type FieldsProps = {
  visit: PageView;
  url: string;
  events: readonly string[];
  problem: WebhookProblem | undefined;
};

/** The address and the events, as stored or as typed. */
export function WebhookFields({ visit, problem, ...stored }: FieldsProps) {
  const { t } = visit;
  const url = problem?.typed['url'] ?? stored.url;
  const events = problem ? (problem.typed['events'] ?? '').split(',') : stored.events;
  return (
    <>
      {problem && !problem.field ? (
        <Banner tone="danger">
          <p>{t(`refusals.${problem.code}`, { ...problem.members })}</p>
        </Banner>
      ) : null}
      <Field
        id="url"
        label={t('webhooks.url')}
        hint={t('webhooks.url_hint')}
        error={problem?.field === 'url' ? t('webhooks.url_fault') : undefined}
      >
        <input
          class="input"
          type="url"
          id="url"
          name="url"
          required
          value={url}
          autocomplete="off"
          aria-describedby={problem?.field === 'url' ? 'url-hint url-error' : 'url-hint'}
        />
      </Field>
      <fieldset class="field plain">
        <legend class="field-label">{t('webhooks.events')}</legend>
        {EVENTS.map((event) => (
          <div key={event} class="field field-check">
            <input
              class="checkbox"
              id={`event-${event}`}
              name="events"
              type="checkbox"
              value={event}
              checked={events.includes(event)}
            />
            <label class="check-label" for={`event-${event}`}>
              <code>{event}</code> {t(`webhooks.event_${keyOf(event)}`)}
            </label>
          </div>
        ))}
        {problem?.field === 'events' ? (
          <p class="field-error">{t('webhooks.events_fault')}</p>
        ) : null}
      </fieldset>
    </>
  );
}

type Keyed<E extends string> = E extends `${infer A}.${infer B}` ? `${A}_${B}` : never;

function keyOf<E extends (typeof EVENTS)[number]>(event: E): Keyed<E> {
  return event.replace('.', '_') as Keyed<E>;
}

/** After it was made or rotated. */
export function ShownSecret({ visit, secret }: { visit: PageView; secret: string | undefined }) {
  const { t } = visit;
  return (
    <ShownOnce title={t('webhooks.secret_made')} lead={t('webhooks.secret_lead')} value={secret} />
  );
}
