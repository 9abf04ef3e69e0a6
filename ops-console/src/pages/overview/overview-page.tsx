import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, FormControlLabel, MenuItem, Switch, TextField } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { Loading, Title, useNotify, useTranslate } from 'react-admin';
import { Failed } from '@/kit/failed';
import { save } from '@/kit/export-button';
import { useRecordList } from '@/kit/records';
import { usePermission } from '@/kit/use-permission';
import { takeEngines, takeFigures, useFigures, useParts, type Figure, type Part, type Parts } from './api';
import { Bars, BarTable, LyingBars, barsOfDays, barsOfParts, barsOfWaits } from './bars';
import { EnginesView } from './engines';
import { growth, partsOf, seriesOf, spans, waitsOf, type Series, type Waits } from './model';
import { amountInWords, boundInWords } from './words';
import { WaitingView } from './waiting';
import './overview.css';

const DAYS = [7, 30, 90, 365];
/** As what a figure is shown: day by day, or what it came to for each site or source. */
const BY = ['', 'site', 'source'] as const;
/** So many sites or sources have a bar of their own; a table has them all. */
const MAX_BARS = 8;
/** Which modules stand in which part of the page. */
const SECTIONS = {
  people: ['accounts'],
  talk: ['social', 'messaging'],
  money: ['billing'],
  cases: ['moderation'],
  mail: ['notifications'],
} as const;

/** What happened day by day, of all sites or one, and how the engines are. */
export function OverviewPage() {
  const translate = useTranslate();
  const seesEngines = usePermission('platform.duties.read');
  const [days, setDays] = useState(30);
  const [siteId, setSiteId] = useState('');
  const [source, setSource] = useState('');
  const [by, setBy] = useState<Part | ''>('');
  const [isTable, setTable] = useState(false);
  const [now] = useState(Date.now);
  const { shown, before, asked } = spans(days, now);
  const narrowed = { site_id: siteId, source };
  const { data, error, refetch } = useFigures({ ...asked, ...narrowed });
  const parts = useParts({ ...shown, ...narrowed }, by);
  return (
    <div className="overview">
      <Title title={translate('pages.overview.title')} />
      <div className="overview-asked">
        <Choice label="span" value={String(days)} onChange={(value) => setDays(Number(value))}>
          {DAYS.map((number) => (
            <MenuItem key={number} value={String(number)}>
              {translate('pages.overview.days', number)}
            </MenuItem>
          ))}
        </Choice>
        <SiteChoice value={siteId} onChange={setSiteId} />
        <Choice label="source" value={source} onChange={setSource}>
          <MenuItem value="">{translate('pages.overview.every_source')}</MenuItem>
          {data?.sources.map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </Choice>
        <Choice label="by" value={by} onChange={(value) => setBy(value as Part | '')}>
          {BY.map((one) => (
            <MenuItem key={one} value={one}>
              {translate(`pages.overview.by_${one || 'day'}`)}
            </MenuItem>
          ))}
        </Choice>
        <FormControlLabel
          control={<Switch checked={isTable} onChange={(_, value) => setTable(value)} />}
          label={translate('pages.overview.tables')}
        />
        <Take fetch={() => takeFigures({ ...shown, ...narrowed })} />
      </div>
      <WaitingView />
      {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {parts.error && !parts.data ? <Failed error={parts.error} onRetry={() => void parts.refetch()} /> : null}
      {data ? (
        Object.entries(SECTIONS).map(([name, modules]) => (
          <Section
            key={name}
            name={name}
            days={days}
            isTable={isTable}
            by={by}
            parts={parts.data?.parts}
            rows={seriesOf(data.figures.filter(isOf(modules)), data.figures, shown, before)}
            waits={waitsOf(data.figures.filter(isOf(modules)), data.bounds, shown)}
          />
        ))
      ) : error ? null : (
        <Loading />
      )}
      {seesEngines ? <EnginesView take={<Take fetch={takeEngines} />} /> : null}
      <p className="overview-note">{translate('pages.overview.counted')}</p>
    </div>
  );
}

const isOf =
  (modules: readonly string[]) =>
  ({ name }: Figure) =>
    modules.includes(name.slice(0, name.indexOf('.')));

interface ChoiceProps {
  label: 'span' | 'site' | 'source' | 'by';
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const translate = useTranslate();
  return (
    <TextField
      select
      size="small"
      label={translate(`pages.overview.${label}`)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {children}
    </TextField>
  );
}

function SiteChoice({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>) {
  const translate = useTranslate();
  const { data = [] } = useRecordList('sites.sites', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'id', order: 'ASC' },
  });
  return (
    <Choice label="site" value={value} onChange={onChange}>
      <MenuItem value="">{translate('pages.overview.every_site')}</MenuItem>
      {data.map(({ id, key }) => (
        <MenuItem key={id} value={id}>
          {key}
        </MenuItem>
      ))}
    </Choice>
  );
}

function Take({ fetch }: { fetch: () => ReturnType<typeof takeFigures> }) {
  const translate = useTranslate();
  const notify = useNotify();
  const take = async () => {
    try {
      save(await fetch());
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ops.unreachable', { type: 'error' });
    }
  };
  return (
    <Button startIcon={<DownloadOutlined />} onClick={() => void take()}>
      {translate('pages.overview.export')}
    </Button>
  );
}

interface Shown {
  days: number;
  isTable: boolean;
  by: Part | '';
  /** What the figures came to for each; not known yet while it is asked. */
  parts: Parts | undefined;
}

interface SectionProps extends Shown {
  name: string;
  rows: readonly Series[];
  waits: readonly Waits[];
}

function Section({ name, rows, waits, ...shown }: SectionProps) {
  const translate = useTranslate();
  if (rows.length + waits.length === 0) return null;
  return (
    <section className="overview-section" aria-labelledby={`overview-${name}`}>
      <h2 id={`overview-${name}`}>{translate(`pages.overview.sections.${name}`)}</h2>
      <div className="overview-cards">
        {rows.map((series) => (
          <SeriesCard key={series.key} series={series} {...shown} />
        ))}
        {waits.map((one) => (
          <WaitsCard key={one.key} waits={one} {...shown} />
        ))}
      </div>
    </section>
  );
}

function SeriesCard({ series, days, ...shown }: Shown & { series: Series }) {
  const translate = useTranslate();
  const { part, whole } = series;
  return (
    <article className="overview-card">
      <h3>{translate(labelOf(series.name))}</h3>
      <p className="overview-total">
        <b className="number">{whole === 0 ? '–' : amountInWords(series, series.total)}</b>
        {series.isMean ? <small>{translate('pages.overview.a_day')}</small> : null}
        {whole ? <small>{translate('pages.overview.part', { part, whole })}</small> : null}
      </p>
      <p className="overview-growth">{translate(...growthWords(series, days))}</p>
      {shown.by === '' ? <ByDay series={series} {...shown} /> : <ByPart series={series} {...shown} />}
    </article>
  );
}

/** What a figure is called: the key of the text. */
const labelOf = (name: string) => `figures.${name}`;

type CardProps = Omit<Shown, 'days'> & { series: Series };

function ByDay({ series, isTable }: CardProps) {
  const translate = useTranslate();
  const bars = barsOfDays(series);
  return isTable ? (
    <BarTable
      label={translate(labelOf(series.name))}
      bars={[...bars].reverse()}
      first={translate('pages.overview.day')}
    />
  ) : (
    <Bars label={translate(labelOf(series.name))} bars={bars} of="days" />
  );
}

/** What the figure came to for each site or source; nothing as long as that is asked. */
function ByPart({ series, by, parts, isTable }: CardProps) {
  const translate = useTranslate();
  if (!parts) return null;
  const bars = barsOfParts(series, partsOf(series, parts, isTable ? Infinity : MAX_BARS), translate);
  return isTable ? (
    <BarTable label={translate(labelOf(series.name))} bars={bars} first={translate(`pages.overview.${by}`)} />
  ) : (
    <LyingBars label={translate(labelOf(series.name))} bars={bars} />
  );
}

function WaitsCard({ waits, by, isTable }: Pick<Shown, 'by' | 'isTable'> & { waits: Waits }) {
  const translate = useTranslate();
  const { half, most, number } = waits;
  const label = translate(labelOf(waits.key));
  const bars = barsOfWaits(waits, translate);
  return (
    <article className="overview-card">
      <h3>{label}</h3>
      {half === null || most === null ? (
        <p className="overview-growth">{translate('pages.overview.nobody_waited')}</p>
      ) : (
        <>
          <p className="overview-total">
            <b className="number">{boundInWords(half, translate)}</b>
            <small>{translate('pages.overview.half', { smart_count: number })}</small>
          </p>
          <p className="overview-growth">
            {translate('pages.overview.nine_in_ten', { time: boundInWords(most, translate) })}
          </p>
          {isTable ? (
            <BarTable label={label} bars={bars} first={translate('pages.overview.within')} />
          ) : (
            <Bars label={label} bars={bars} of="waits" />
          )}
        </>
      )}
      {by === '' ? null : <p className="overview-note">{translate(`pages.overview.waits_by.${by}`)}</p>}
    </article>
  );
}

/** How the figure stands beside as many days before: the key of the words, and what they need. */
function growthWords(series: Series, days: number): [string, Record<string, number>] {
  const grown = growth(series);
  return [`pages.overview.${growthKey(series.total, grown)}`, { number: Math.abs(grown ?? 0), days }];
}

/** In per cent; from here on the number itself says nothing more. */
const MANIFOLD = 1000;

function growthKey(total: number, grown: number | null) {
  if (grown === null) return total === 0 ? 'nothing' : 'new';
  if (grown === 0) return 'same';
  if (grown >= MANIFOLD) return 'manifold';
  return grown > 0 ? 'grown' : 'shrunk';
}
