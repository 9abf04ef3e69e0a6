import { defaultTheme, type RaThemeOptions } from 'react-admin';
import { darkTokens, lightTokens, token, type Tokens } from './tokens';

const CONTROL = 8;
const CARD = 12;

/** MUI's theme from the house's tokens (design language, "Ops console"). */
function themeOf(mode: 'light' | 'dark', tokens: Tokens): RaThemeOptions {
  const of = (name: string) => token(tokens, name);
  return {
    ...defaultTheme,
    palette: {
      mode,
      primary: { main: of('c-primary'), dark: of('c-primary-hover'), contrastText: of('c-on-primary') },
      secondary: { main: of('c-secondary'), contrastText: of('c-on-secondary') },
      error: { main: of('c-danger'), contrastText: of('c-on-danger') },
      warning: { main: of('c-warn') },
      success: { main: of('c-ok') },
      background: { default: of('c-paper'), paper: of('c-surface') },
      text: { primary: of('c-ink'), secondary: of('c-ink-3') },
      divider: of('c-line'),
    },
    typography: {
      fontFamily: of('font-text'),
      fontSize: 16,
      h6: { fontWeight: 700, fontSize: '1.25rem' },
      body1: { fontSize: '1rem' },
      body2: { fontSize: '1rem' },
      button: { textTransform: 'none', fontWeight: 700, fontSize: '1rem' },
      caption: { fontSize: '.9375rem' },
    },
    shape: { borderRadius: CONTROL },
    components: {
      ...defaultTheme.components,
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: {
        defaultProps: { disableElevation: true, variant: 'outlined' },
        styleOverrides: { root: { minHeight: 40, borderWidth: 2 } },
      },
      MuiIconButton: { styleOverrides: { root: { minWidth: 40, minHeight: 40 } } },
      MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
      MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
      MuiOutlinedInput: {
        styleOverrides: {
          // The gap in the frame is as wide as the label in it.
          notchedOutline: {
            borderColor: of('c-line-strong'),
            borderWidth: 1.5,
            '& legend': { fontSize: '.8625rem' },
          },
        },
      },
      MuiInputLabel: {
        // Shrunk by a quarter when it stands above the field, a label must still be readable.
        styleOverrides: { root: { fontSize: '1.15rem', '&[data-shrink="false"]': { fontSize: '1rem' } } },
      },
      // React-admin's sign that something loads has no name of its own.
      MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
      // On a phone react-admin would put the toolbar on white; here it lies on the page.
      // A wide table scrolls by itself, and pushes no button out of the window.
      RaList: { styleOverrides: { root: { '& .RaList-main, & .RaList-content': { minWidth: 0 } } } },
      RaListToolbar: { styleOverrides: { root: { background: 'none !important' } } },
      RaTopToolbar: { styleOverrides: { root: { background: 'none !important', flexWrap: 'wrap', height: 'auto' } } },
      RaLabeled: { styleOverrides: { root: { '& .RaLabeled-label': { fontSize: '.9375rem' } } } },
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: { root: { backgroundImage: 'none' } },
      },
      MuiCard: {
        styleOverrides: { root: { border: `1px solid ${of('c-line')}`, borderRadius: CARD } },
      },
      MuiTableCell: {
        styleOverrides: {
          root: { fontSize: '1rem', borderColor: of('c-line') },
          sizeSmall: { padding: '.6rem .75rem' },
          head: { color: of('c-ink-3'), fontSize: '.9375rem', fontWeight: 560, whiteSpace: 'nowrap' },
        },
      },
      MuiTablePagination: {
        styleOverrides: { selectLabel: { fontSize: '1rem' }, displayedRows: { fontSize: '1rem' } },
      },
    },
  };
}

export const lightTheme = themeOf('light', lightTokens);
export const darkTheme = themeOf('dark', darkTokens);
