import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from '@/app';
import { languageOf } from '@/i18n/language';
import { makeI18nProvider } from '@/i18n/provider';
import '@member-web/fonts.css';
import '@member-web/tokens.css';
import './ops.css';

// The policy of the page lets in only style elements that carry its nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const styles = createCache({ key: 'ops', nonce });
const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root.');
const i18nProvider = await makeI18nProvider(languageOf(navigator.languages));

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={styles}>
      <BrowserRouter basename="/ops">
        <App i18nProvider={i18nProvider} />
      </BrowserRouter>
    </CacheProvider>
  </StrictMode>,
);
