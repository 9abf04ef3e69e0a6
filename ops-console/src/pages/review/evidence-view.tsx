import LockOutlined from '@mui/icons-material/LockOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Badge } from '@/kit/fields';
import type { Evidence, Report } from './api';
import { HandedView } from './handed-view';
import { MarkedText } from './marked-text';
import { Matches } from './matches';
import { MemberFacts, ReporterFacts } from './member-facts';
import { PhotoView, ProfilePhotos } from './photo-view';
import { isOfPhoto } from './queue-list';
import { Frozen, Line } from './said';
import { WriterView } from './writer-view';

/** All there is to see of a case. */
export function EvidenceView({ seen }: { seen: Evidence }) {
  const { kind, member, photo, photos, texts, message, opened, handed, fiction, reports, marked, signals } = seen;
  const readsWords =
    message !== null ||
    reports.some(({ evidence }) => evidence.message) ||
    [...handed, ...fiction].some(({ said }) => said.length > 0);
  const translate = useTranslate();
  return (
    <>
      {opened ? (
        <section>
          <h3>{translate('pages.review.evidence.opened', { name: opened.by })}</h3>
          <p className="quote">{opened.reason}</p>
        </section>
      ) : null}
      {handed.map((complaint) => (
        <HandedView key={complaint.number} complaint={complaint} seen={seen} />
      ))}
      {fiction.map((one) => (
        <WriterView key={`${one.conversation} ${one.at}`} handed={one} seen={seen} />
      ))}
      {photo ? <PhotoView photo={photo} memberId={member.id} /> : null}
      {isOfPhoto(kind) && !photo ? <p>{translate('pages.review.photo.gone')}</p> : null}
      <ProfilePhotos photos={photos} caption="looked_at" />
      {texts ? (
        <Sheet title={reports.length > 0 ? 'evidence.now' : undefined}>
          <Words
            term="texts.name"
            text={texts.name ?? ''}
            marked={marked.name}
            note={seen.poses_as_staff ? 'texts.poses_as_staff' : undefined}
          />
          <Words term="texts.headline" text={texts.headline} marked={marked.headline} />
          <Words term="texts.about" text={texts.about} marked={marked.about} />
          {Object.entries(texts.notes).map(([field, note]) => (
            <Words key={field} term="texts.notes" text={note} marked={undefined} />
          ))}
        </Sheet>
      ) : null}
      {signals.length > 0 ? (
        <section className="signals">
          <h3>{translate('pages.review.evidence.signals')}</h3>
          <span className="badges">
            {signals.map((signal) => (
              <Badge key={signal} value={signal} />
            ))}
          </span>
          <p className="note">{translate('pages.review.evidence.signals_hint')}</p>
        </section>
      ) : null}
      <Matches matches={seen.matches} />
      {message ? (
        <Frozen title="evidence.message">
          <Line said={message} who={member.name} seen={seen} />
        </Frozen>
      ) : null}
      {reports.map((report) => (
        <ReportView key={report.id} report={report} seen={seen} />
      ))}
      {readsWords ? (
        <p className="note logged">
          <VisibilityOutlined /> {translate('pages.review.evidence.logged')}
        </p>
      ) : null}
      <div className="parties">
        {reports.map(({ id, reporter_id: reporter }) => (
          <ReporterFacts key={id} id={reporter} />
        ))}
        <MemberFacts member={member} strikes={seen.strikes} isReported={reports.length > 0} />
      </div>
    </>
  );
}

function ReportView({ report, seen }: { report: Report; seen: Evidence }) {
  const translate = useTranslate();
  const { number, reason, words, evidence } = report;
  const said = [...(evidence.before ?? []), ...(evidence.message ? [evidence.message] : [])];
  const name = evidence.name ?? seen.member.name;
  return (
    <>
      <section>
        <h3>{number}</h3>
        <p className="quote">
          {words === '' ? (
            translate('pages.review.evidence.no_words', { reason: translate(`choices.${reason}`) })
          ) : (
            <>
              <Badge value={reason} /> <q>{words}</q>
            </>
          )}
        </p>
      </section>
      {said.length > 0 ? (
        <Frozen title="evidence.frozen" hint="evidence.frozen_hint">
          {said.map((one) => (
            <Line key={one.id} said={one} who={one.by === report.reporter_id ? undefined : name} seen={seen} />
          ))}
        </Frozen>
      ) : null}
      <ProfilePhotos photos={report.photos} caption="reported" />
      {evidence.about !== undefined || evidence.headline !== undefined ? (
        <Sheet title="evidence.frozen" isFrozen>
          <Words term="texts.headline" text={evidence.headline ?? ''} marked={undefined} />
          <Words term="texts.about" text={evidence.about ?? ''} marked={undefined} />
        </Sheet>
      ) : null}
    </>
  );
}

interface SheetProps {
  title?: string | undefined;
  isFrozen?: boolean;
  children: ReactNode;
}

function Sheet({ title, isFrozen = false, children }: SheetProps) {
  const translate = useTranslate();
  return (
    <section className="frozen">
      {title ? (
        <header>
          {isFrozen ? <LockOutlined /> : null}
          <h3>{translate(`pages.review.${title}`)}</h3>
        </header>
      ) : null}
      <dl>{children}</dl>
    </section>
  );
}

interface WordsProps {
  term: string;
  text: string;
  marked: Evidence['marked'][string] | undefined;
  note?: string | undefined;
}

function Words({ term, text, marked, note }: WordsProps) {
  const translate = useTranslate();
  return text === '' ? null : (
    <div>
      <dt>{translate(`pages.review.${term}`)}</dt>
      <dd>
        <MarkedText text={text} marked={marked} />
        {note ? <p className="note">{translate(`pages.review.${note}`)}</p> : null}
      </dd>
    </div>
  );
}
