import { useTranslate } from 'react-admin';

/** The arch with its lamp, and the name. */
export function Logo() {
  const translate = useTranslate();
  return (
    <p className="logo">
      <svg viewBox="0 0 42 42" aria-hidden="true">
        <path d="M5 41V19a16 16 0 0 1 32 0v22z" fill="#11595a" />
        <path d="M21 13c5.2 6 8 9.6 8 14.2a8 8 0 0 1-16 0c0-4.6 2.8-8.2 8-14.2z" fill="#ffc53d" />
        <path d="M21 24c2.6 3 4 4.8 4 7a4 4 0 0 1-8 0c0-2.2 1.4-4 4-7z" fill="#fff6df" />
      </svg>
      <span>Hearthside</span> <small>{translate('ops.name')}</small>
    </p>
  );
}
