import { Bookmark } from 'lucide-static';
import { Icon } from '../../ui/icons.tsx';
import type { FolderPreview } from '../actions/read-folders.ts';

const COVERS_SHOWN = 4;
const TITLES_SHOWN = 3;

/** Up to four covers as one picture; without covers, the first titles. */
export function Collage({ preview }: { preview: FolderPreview | undefined }) {
  const covers = preview?.covers.slice(0, COVERS_SHOWN) ?? [];
  const titles = preview?.titles.slice(0, TITLES_SHOWN) ?? [];
  if (covers.length > 0) {
    return (
      <div class={`collage collage-${covers.length}`}>
        {covers.map((url) => (
          <img
            key={url}
            src={url}
            alt=""
            width={240}
            height={160}
            loading="lazy"
            decoding="async"
          />
        ))}
      </div>
    );
  }
  return titles.length > 0 ? (
    <ul class="collage collage-titles">
      {titles.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ul>
  ) : (
    <div class="collage collage-empty">
      <Icon of={Bookmark} size={32} />
    </div>
  );
}
