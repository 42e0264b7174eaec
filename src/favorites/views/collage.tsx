import { Bookmark } from 'lucide-static';
import { Icon } from '../../ui/icons.tsx';
import type { FolderPreview } from '../actions/read-folders.ts';

/** Up to three posts as one picture: their covers, or the first character of a title. */
export function Collage({ preview }: { preview: FolderPreview | undefined }) {
  const tiles = preview?.tiles ?? [];
  return (
    <span class={`collage collage-${tiles.length}`} aria-hidden="true">
      {tiles.length === 0 ? <Icon of={Bookmark} size={28} /> : null}
      {tiles.map(({ title, cover_url }) =>
        cover_url ? (
          <img
            key={cover_url}
            src={cover_url}
            alt=""
            width={200}
            height={150}
            loading="lazy"
            decoding="async"
          />
        ) : (
          <span key={title} class="collage-word">
            {[...title][0]?.toUpperCase()}
          </span>
        ),
      )}
    </span>
  );
}
