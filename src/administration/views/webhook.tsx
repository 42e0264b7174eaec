import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Field, SubmitButton } from '../../ui/form.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { Tag } from '../../ui/tag.tsx';
import { formatDate, Time } from '../../ui/time.tsx';
import type { Delivery, Webhook } from '../../webhooks/schema.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { StaffTable } from './staff-table.tsx';
import { ShownSecret, WebhookFields, type WebhookProblem } from './webhook-form.tsx';
import { WEBHOOKS_PATH, WebhookState } from './webhooks.tsx';

type WebhookProps = {
  admin: AdminPage;
  webhook: Webhook;
  log: Page<Delivery>;
  secret: string | undefined;
  problem: WebhookProblem | undefined;
};

/** `/admin/webhooks/:id`: its settings and its log. */
export function WebhookPage(props: WebhookProps) {
  const { admin, webhook, secret } = props;
  const { visit } = admin;
  const { t } = visit;
  return (
    <AdminLayout
      admin={admin}
      current="webhooks"
      title={new URL(webhook.url).hostname}
      lead={webhook.url}
      tools={<WebhookState visit={visit} webhook={webhook} />}
    >
      <p class="meta">
        <a href={WEBHOOKS_PATH}>{t('webhooks.back')}</a>
      </p>
      <ShownSecret visit={visit} secret={secret} />
      <section class="form">
        <h2>{t('webhooks.log')}</h2>
        <ActionForm visit={visit} action={`${WEBHOOKS_PATH}/${webhook.id}/test`}>
          <button class="button" type="submit" disabled={!webhook.enabled}>
            {t('webhooks.test')}
          </button>
        </ActionForm>
        <Log {...props} />
      </section>
      <Settings {...props} />
    </AdminLayout>
  );
}

function Log({ admin, webhook, log }: WebhookProps) {
  const { visit } = admin;
  const { t } = visit;
  const columns = [
    t('webhooks.when'),
    t('webhooks.event'),
    t('webhooks.state'),
    t('webhooks.response'),
    t('webhooks.again'),
  ];
  if (log.items.length === 0) return <p class="meta">{t('webhooks.log_empty')}</p>;
  const next = nextPage(`${WEBHOOKS_PATH}/${webhook.id}`, {}, log.next_cursor);
  return (
    <StaffTable visit={visit} columns={columns} next={next}>
      {log.items.map((delivery) => (
        <LogRow key={delivery.id} visit={visit} webhook={webhook} delivery={delivery} />
      ))}
    </StaffTable>
  );
}

type RowProps = { visit: PageView; webhook: Webhook; delivery: Delivery };
const TONES = { waiting: 'info', delivered: 'success', given_up: 'danger' } as const;

function LogRow({ visit, webhook, delivery }: RowProps) {
  const { t, locale, now } = visit;
  const { id, event, subject_id, state, attempts, last_status, last_error } = delivery;
  return (
    <tr data-row>
      <td>
        <Time at={delivery.happened_at} locale={locale} now={now} />
      </td>
      <td>
        <code>{event}</code> {subject_id ?? ''}
      </td>
      <td>
        <Tag tone={TONES[state]}>{t(`webhooks.state_${state}`)}</Tag>
      </td>
      <td>
        {last_status ?? last_error ?? '–'}{' '}
        <span class="meta">{t('webhooks.attempts', { count: attempts })}</span>
      </td>
      <td>
        {state === 'waiting' ? null : (
          <ActionForm
            visit={visit}
            action={`${WEBHOOKS_PATH}/${webhook.id}/deliveries/${id}/repeat`}
          >
            <button class="button button-small" type="submit" disabled={!webhook.enabled}>
              {t('webhooks.repeat')}
            </button>
          </ActionForm>
        )}
      </td>
    </tr>
  );
}

function Settings({ admin, webhook, problem }: WebhookProps) {
  const { visit } = admin;
  const { t, locale } = visit;
  const { id, url, events, enabled, previous_secret_until: until } = webhook;
  const path = `${WEBHOOKS_PATH}/${id}`;
  return (
    <>
      <section class="form">
        <h2>{t('webhooks.settings')}</h2>
        <ActionForm visit={visit} action={`${path}/update`} class="form">
          <WebhookFields visit={visit} url={url} events={events} problem={problem} />
          <Field id="enabled" label={t('webhooks.enabled')}>
            <select class="input" id="enabled" name="enabled">
              <option value="true" selected={enabled}>
                {t('webhooks.on')}
              </option>
              <option value="false" selected={!enabled}>
                {t('webhooks.off_owner')}
              </option>
            </select>
          </Field>
          <p>
            <SubmitButton>{t('webhooks.save')}</SubmitButton>
          </p>
        </ActionForm>
      </section>
      <section class="form">
        <h2>{t('webhooks.secret')}</h2>
        <p class="field-hint">
          {until && Date.parse(until) > visit.now.getTime()
            ? t('webhooks.secret_both', { until: formatDate(until, locale) })
            : t('webhooks.secret_hint')}
        </p>
        <ActionForm visit={visit} action={`${path}/secret`}>
          <SubmitButton class="button">{t('webhooks.rotate')}</SubmitButton>
        </ActionForm>
      </section>
      <section class="form">
        <h2>{t('webhooks.remove')}</h2>
        <p class="field-hint">{t('webhooks.remove_hint')}</p>
        <ActionForm visit={visit} action={`${path}/delete`} next={WEBHOOKS_PATH}>
          <SubmitButton class="button button-danger">{t('webhooks.remove')}</SubmitButton>
        </ActionForm>
      </section>
    </>
  );
}
