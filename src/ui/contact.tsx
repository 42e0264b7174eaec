type ContactProps = { before: string; contact: string; href: string | undefined };

/** Whom to ask: a link if the owner wrote an address or a page. */
export function Contact({ before, contact, href }: ContactProps) {
  return (
    <>
      {before} {href ? <a href={href}>{contact}</a> : contact}
    </>
  );
}
