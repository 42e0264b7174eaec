import { Lock, Trash2 } from 'lucide-static';
import type { ComponentProps } from 'preact';
import { ReasonPopover } from './reason-popover.tsx';

const ICONS = { lock: Lock, remove: Trash2 };

type PostPopoverProps = Pick<
  ComponentProps<typeof ReasonPopover>,
  'visit' | 'id' | 'next' | 'fields' | 'opener'
> & { post: { id: number }; trigger: keyof typeof ICONS };

/** Asks why a post is taken away from readers. */
export function PostPopover({ post, trigger, ...props }: PostPopoverProps) {
  const { t } = props.visit;
  return (
    <ReasonPopover
      {...props}
      action={`/admin/posts/${post.id}/${trigger}`}
      label={t(`admin.posts.${trigger}`)}
      icon={ICONS[trigger]}
      title={t(`admin.posts.${trigger}_title`)}
      hints={[t(`admin.posts.${trigger}_hint`)]}
      templates={trigger}
      danger={trigger === 'remove'}
    />
  );
}
