import { CalendarClock, CircleCheck, CircleX, Hourglass, Lock, PencilLine } from 'lucide-static';
import type { Translate } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icons.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import type { PostStatus } from '../rules.ts';

type StatusLook = { tone: Tone; icon: string };

export const STATUS_LOOKS: Record<PostStatus, StatusLook> = {
  draft: { tone: 'neutral', icon: PencilLine },
  pending: { tone: 'info', icon: Hourglass },
  approved: { tone: 'success', icon: CircleCheck },
  rejected: { tone: 'danger', icon: CircleX },
  locked: { tone: 'lock', icon: Lock },
};

/** SPEC §3.5: the displayed name of a status; the API uses the value. */
export function statusName(t: Translate, status: PostStatus): string {
  return t(`reading.status.${status}`);
}

type StatusChipProps = {
  visit: { t: Translate };
  status: PostStatus;
  schedule?: { approved: boolean } | null;
};

export function StatusChip({ visit, status, schedule = null }: StatusChipProps) {
  // Still pending for the API, but nobody has to review it any more.
  if (schedule?.approved) {
    return (
      <Tag tone="success">
        <Icon of={CalendarClock} size={12} /> {visit.t('flow.scheduled')}
      </Tag>
    );
  }
  const { tone, icon } = STATUS_LOOKS[status];
  return (
    <Tag tone={tone}>
      <Icon of={icon} size={12} /> {statusName(visit.t, status)}
    </Tag>
  );
}
