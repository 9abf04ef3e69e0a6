/** Names and values, one pair a line. */
export const FactsList = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <dl className="facts-list">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
