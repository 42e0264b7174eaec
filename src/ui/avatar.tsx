type Person = { uid: number; name: string; avatar_url: string | null };
type AvatarProps = { user: Person; size?: 24 | 32 | 40 | 64 | 96 };

const TONES = 7;

/** Beside a name it says nothing new, so it is not read out. Who has no picture gets their first letter. */
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
