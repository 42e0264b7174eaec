type LoadMoreProps = { href: string | null; more: string; end: string };

/** The next page is a link; the script appends it in place. The end says that it is the end. */
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
