import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { generatedMessages } from '@/generated/messages.en.gen';
import { opsMessages } from './messages';

export const messages = { ...english, ...generatedMessages, ...opsMessages };

export const i18nProvider = polyglotI18nProvider(() => messages, 'en');
