type Person = { uid: number; name: string; avatar_url: string | null };
type AvatarProps = { user: Person; size?: 24 | 32 | 40 | 56 | 64 | 96 };

const TONES = 7;

/** Hidden from screen readers, because the name stands beside it. Without a picture: the first letter of the name. */
export function Avatar({ user, size = 40 }: AvatarProps) {
  if (user.avatar_url) {
    return (
      <img
        class={`avatar avatar-${size}`}
        src={user.avatar_url}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
      />
    );
  }
  return (
    <span class={`avatar avatar-${size} avatar-letter avatar-tone-${user.uid % TONES}`} aria-hidden>
      {[...user.name][0]?.toUpperCase() ?? '·'}
    </span>
  );
}
