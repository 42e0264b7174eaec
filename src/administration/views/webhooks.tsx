import { Webhook as WebhookIcon } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Webhook } from '../../webhooks/schema.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { ShownSecret, WebhookFields, type WebhookProblem } from './webhook-form.tsx';

export const WEBHOOKS_PATH = '/admin/webhooks';

type WebhooksProps = {
  admin: AdminPage;
  webhooks: Webhook[];
  secret: string | undefined;
  problem: WebhookProblem | undefined;
};

/** D70: `/admin/webhooks`. */
export function WebhooksPage({ admin, webhooks, secret, problem }: WebhooksProps) {
  const { visit } = admin;
  const { t } = visit;
  return (
    <AdminLayout
      admin={admin}
      current="webhooks"
      title={t('webhooks.title')}
      lead={t('webhooks.lead')}
    >
      <ShownSecret visit={visit} secret={secret} />
      {webhooks.length > 0 ? (
        <ol class="staff-cards" aria-label={t('webhooks.title')}>
          {webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} visit={visit} webhook={webhook} />
          ))}
        </ol>
      ) : (
        <EmptyState icon={WebhookIcon} title={t('webhooks.none')} />
      )}
      <section>
        <h2>{t('webhooks.add')}</h2>
        <ActionForm
          visit={visit}
          action={WEBHOOKS_PATH}
          next={`${WEBHOOKS_PATH}/{id}`}
          class="form"
        >
          <WebhookFields visit={visit} url="" events={[]} problem={problem} />
          <p>
            <SubmitButton>{t('webhooks.submit')}</SubmitButton>
          </p>
        </ActionForm>
      </section>
    </AdminLayout>
  );
}

function WebhookCard({ visit, webhook }: { visit: PageView; webhook: Webhook }) {
  const { id, url, events } = webhook;
  return (
    <li class="staff-card">
      <div class="staff-card-head">
        <a href={`${WEBHOOKS_PATH}/${id}`}>{url}</a>
        <WebhookState visit={visit} webhook={webhook} />
      </div>
      <p class="meta">{events.join(' · ')}</p>
    </li>
  );
}

export function WebhookState({ visit: { t }, webhook }: { visit: PageView; webhook: Webhook }) {
  const { enabled, disabled_reason, failing_since } = webhook;
  if (!enabled) return <Tag tone="danger">{t(`webhooks.off_${disabled_reason ?? 'owner'}`)}</Tag>;
  if (failing_since) return <Tag tone="warn">{t('webhooks.failing')}</Tag>;
  return <Tag tone="success">{t('webhooks.on')}</Tag>;
}
