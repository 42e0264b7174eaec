const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** What somebody wrote, with what was looked for marked in it. Only ever as text. */
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
