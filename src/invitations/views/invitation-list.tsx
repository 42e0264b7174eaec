import { Ticket } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { formatDate, Time } from '../../ui/time.tsx';
import type { InvitationState } from '../rules.ts';
import type { Invitation } from '../schema.ts';

type ListProps = {
  visit: PageView;
  /** Of this list; the forms to withdraw an invitation are below it. */
  path: string;
  page: Page<Invitation>;
  /** For the staff: who made them, and without a hint to make one. */
  everybody?: boolean;
  disabled?: boolean;
};

export function InvitationList(props: ListProps) {
  const { visit, path, page, everybody = false } = props;
  const { t } = visit;
  if (page.items.length === 0)
    return (
      <EmptyState icon={Ticket} title={t('invitations.none')}>
        <p>{t(everybody ? 'invitations.admin_none_hint' : 'invitations.none_hint')}</p>
      </EmptyState>
    );
  return (
    <div data-pages>
      <ul class="devices">
        {page.items.map((one) => (
          <InvitationItem key={one.id} {...props} invitation={one} />
        ))}
      </ul>
      <LoadMore t={t} href={nextPage(path, {}, page.next_cursor)} />
    </div>
  );
}

const TONES = {
  open: 'success',
  used_up: 'neutral',
  expired: 'neutral',
  revoked: 'neutral',
  suspended: 'warn',
} as const satisfies Record<InvitationState, string>;

function InvitationItem(props: ListProps & { invitation: Invitation }) {
  const { visit, path, invitation, everybody } = props;
  const { t, locale, now } = visit;
  const { id, note, state, uses, uses_max, sent_to, inviter } = invitation;
  const canEnd = state === 'open' || state === 'suspended';
  return (
    <li class="card device">
      <span class="device-icon">
        <Icon of={Ticket} size={24} />
      </span>
      <div class="device-text">
        <h3 class="device-name">
          {note || t('invitations.number', { id })}{' '}
          <Tag tone={TONES[state]}>{t(`invitations.state_${state}`)}</Tag>
        </h3>
        <p>{t('invitations.used', { uses, max: uses_max })}</p>
        <p class="meta device-times">
          {everybody ? (
            <span>
              {t('invitations.by')} <a href={`/admin/users?q=${inviter.uid}`}>{inviter.name}</a>
            </span>
          ) : null}
          {sent_to ? <span>{t('invitations.sent_to', { email: sent_to })}</span> : null}
          <span>
            {t('invitations.created')} <Time at={invitation.created_at} locale={locale} now={now} />
          </span>
          <span>
            {t('invitations.until')} {formatDate(invitation.expires_at, locale)}
          </span>
        </p>
        <Joined visit={visit} invitation={invitation} everybody={everybody ?? false} />
      </div>
      {canEnd ? (
        <ActionForm
          visit={visit}
          action={`${path}/${id}/delete`}
          next={path}
          class="device-end"
          data-bare
        >
          <button
            class="button button-small"
            type="submit"
            disabled={props.disabled ?? false}
            aria-label={t('invitations.revoke_of', { id })}
          >
            {t('invitations.revoke')}
          </button>
        </ActionForm>
      ) : null}
    </li>
  );
}

type JoinedProps = { visit: PageView; invitation: Invitation; everybody: boolean };

function Joined({ visit, invitation, everybody }: JoinedProps) {
  const { t, locale, now } = visit;
  const { joined } = invitation;
  if (joined.length === 0) return null;
  return (
    <details class="remark" open={joined.length <= 3}>
      <summary>{t('invitations.joined')}</summary>
      <ul class="meta">
        {joined.map(({ member, joined_at }) => (
          <li key={member.uid}>
            <a href={everybody ? `/admin/users?q=${member.uid}` : `/space/${member.uid}`}>
              {member.name}
            </a>{' '}
            · <Time at={joined_at} locale={locale} now={now} />
          </li>
        ))}
      </ul>
    </details>
  );
}
