import Search from '@mui/icons-material/Search';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';

const FindDialog = lazy(() => import('./find-dialog'));

const IS_MAC = navigator.userAgent.includes('Mac');

/** The field in the top bar that opens "Find or do"; Ctrl K opens it, too, on a Mac Cmd K. */
export function FindButton() {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(IS_MAC ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      // Above another question there is nothing to find.
      if (document.querySelector('.MuiModal-root') === null) setOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        className="find-button"
        aria-label={translate('ops.find.title')}
        aria-haspopup="dialog"
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      >
        <Search />
        <span>{translate('ops.find.title')}</span>
        <kbd className="key" aria-hidden>
          {IS_MAC ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen ? (
        <Suspense>
          <FindDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
