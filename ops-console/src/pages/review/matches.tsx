import { BlurredPhoto } from '@/kit/blurred-photo';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Badge } from '@/kit/fields';
import type { Match, ReviewPhoto } from './api';
import { Fact, Party } from './member-facts';
import { day } from './time';

/** What the signs of a case rest on: the other accounts, what was decided about them, and pictures side by side. */
export function Matches({ matches }: { matches: readonly Match[] }) {
  const translate = useTranslate();
  if (matches.length === 0) return null;
  return (
    <section className="matches">
      <h3>{translate('pages.review.matches.title')}</h3>
      <div className="parties">
        {matches.map((match) => (
          <Matched key={match.member.id} match={match} />
        ))}
      </div>
    </section>
  );
}

function Matched({ match: { member, signals, bans, pictures } }: { match: Match }) {
  const translate = useTranslate();
  return (
    <Party
      part="other"
      name={member.name}
      age={member.age}
      id={member.id}
      below={pictures.map(({ photo, known }, place) => (
        <div key={photo?.id ?? place} className="pair">
          <Picture photo={photo} whose="this" />
          <Picture photo={known} whose="other" />
        </div>
      ))}
    >
      <Fact term="noticed">
        <span className="badges">
          {signals.map((signal) => (
            <Badge key={signal} value={signal} />
          ))}
        </span>
      </Fact>
      <Fact term="state">
        <Badge value={member.status} />
      </Fact>
      <Fact term="since">{day(member.signup_at)}</Fact>
      <Fact term="bans">
        {bans.length === 0 ? translate('pages.review.facts.none') : null}
        {bans.map(({ id, number, measure, rule, state }) => (
          <Link key={id} to={`/moderation.decisions/${id}/show`} className="earlier">
            {[number, ...[measure, rule, state].map((key) => translate(`choices.${key}`))].join(' · ')}
          </Link>
        ))}
      </Fact>
    </Party>
  );
}

function Picture({ photo, whose }: { photo: ReviewPhoto | null; whose: 'this' | 'other' }) {
  const translate = useTranslate();
  const name = translate(`pages.review.matches.${whose}`);
  return (
    <figure className="others">
      {photo ? (
        <BlurredPhoto photo={photo} name={name} blurred={translate('pages.review.matches.blurred', { name })} />
      ) : (
        <p className="note">{translate('pages.review.photo.gone')}</p>
      )}
      <figcaption className="note">{name}</figcaption>
    </figure>
  );
}
