/** The very text that somebody will read, in their language. */
export const WillRead = ({
  label,
  language,
  paragraphs,
}: {
  label: string;
  language: string;
  paragraphs: readonly string[];
}) => (
  <blockquote className="will-read">
    <b>{label}</b>
    <div lang={language}>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  </blockquote>
);
