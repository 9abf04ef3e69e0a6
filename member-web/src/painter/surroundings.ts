// V8 by itself knows the language and Intl, but nothing of the web. This adds what painting a page calls for; there is
// no network, so that a page which asks for more than it brought along is not painted.
import 'core-js/web/queue-microtask';
import 'core-js/web/url';
import 'core-js/web/url-search-params';

/** Nothing of a painted page is ever called off. */
class NeverAborted {
  readonly signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
  abort() {}
}

globalThis.AbortController ??= NeverAborted as unknown as typeof AbortController;
