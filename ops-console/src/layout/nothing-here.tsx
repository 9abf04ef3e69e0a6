import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import './nothing-here.css';

/** The page of an address that does not exist. */
export function NothingHere() {
  const translate = useTranslate();
  return (
    <section className="nothing-here">
      <Title title={translate('ops.nowhere.title')} />
      <svg viewBox="0 0 96 96" width="96" height="96" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden>
        <path d="M12 44 48 14l36 30v38H12Z" strokeLinejoin="round" />
        <path d="M40 82V62a8 8 0 0 1 16 0v20" />
        <path d="M40 82 30 86V64l10-2" strokeLinejoin="round" />
        <path d="M24 58v-6a4 4 0 0 1 8 0M64 58v-6a4 4 0 0 1 8 0v6Z" />
      </svg>
      <p>{translate('ops.nowhere.text')}</p>
      <Link to="/">{translate('ops.nowhere.back')}</Link>
    </section>
  );
}
