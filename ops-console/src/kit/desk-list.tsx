import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate, type UseGetListHookValue } from 'react-admin';
import { Link } from 'react-router-dom';
import type { RecordOf, ResourceName } from '@/providers/schema';
import { Loading } from './desk-kit';
import { Failed } from './failed';
import { useRecordList } from './records';

/** The records of a desk, asked for again every 15 seconds. */
export const useDeskList = <R extends ResourceName>(
  resource: R,
  filter: object,
  field: string,
  order: 'ASC' | 'DESC',
) =>
  useRecordList(
    resource,
    { pagination: { page: 1, perPage: 50 }, sort: { field, order }, filter },
    { refetchInterval: 15_000 },
  );

interface Props<R extends ResourceName, State extends string> {
  /** The desk: where it is, and whose texts there are (pages.{name}). */
  name: string;
  states: readonly State[];
  /** The text where there is none. */
  empty: string;
  isWide?: boolean;
  state: State;
  current: string | undefined;
  list: UseGetListHookValue<RecordOf<R>>;
  onState: (state: State) => void;
  children: (record: RecordOf<R>) => ReactNode;
}

/** The records of a desk in one of its states, and the choice of the state. */
export function DeskList<R extends ResourceName, State extends string>(props: Props<R, State>) {
  const { name, states, state, empty, isWide = false, current, list, onState, children } = props;
  const { data = [], error, isPending, refetch } = list;
  const translate = useTranslate();
  return (
    <>
      <ToggleButtonGroup
        exclusive
        fullWidth={isWide}
        size="small"
        value={state}
        aria-label={translate(`pages.${name}.columns.queue`)}
        onChange={(_event, next: State | null) => next && onState(next)}
        className={isWide ? 'desk-filter' : 'desk-filter desk-states'}
      >
        {states.map((one) => (
          <ToggleButton key={one} value={one}>
            {translate(`pages.${name}.filters.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Loading /> : null}
      {!error && !isPending && data.length === 0 ? <p className="desk-empty">{translate(empty)}</p> : null}
      <ul>
        {data.map((record) => (
          <li key={record.id}>
            <Link to={`/${name}/${record.id}`} className="waiting" aria-current={record.id === current || undefined}>
              {children(record)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
