const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** User text with the search word marked. Never rendered as HTML. */
export function Highlighted({ text, word }: { text: string; word: string | undefined }) {
  if (!word) return <>{text}</>;
  const pattern = new RegExp(`(${word.replaceAll(SPECIAL, '\\$&')})`, 'giu');
  return (
    <>
      {text
        .split(pattern)
        .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}
    </>
  );
}
