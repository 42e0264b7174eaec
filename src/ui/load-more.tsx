type LoadMoreProps = { href: string | null; more: string; end: string };

/** A link to the next page, which `ui/client/load-more.ts` appends in place. On the last page, a note that it is the last. */
export function LoadMore({ href, more, end }: LoadMoreProps) {
  if (!href) return <p class="list-end">{end}</p>;
  return (
    <p class="list-more">
      <a class="button" href={href} rel="next" data-more>
        {more}
      </a>
    </p>
  );
}
