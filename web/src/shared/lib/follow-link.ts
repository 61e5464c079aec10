// Opens a link in a new tab or as a download, as the server specifies. It uses an anchor, because browsers block
// `window.open` after an asynchronous call.

type LinkType = 'new_tab' | 'download';

export function followLink({ link, type }: { link: string; type: LinkType }): void {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.rel = 'noopener';
  if (type === 'download') anchor.download = '';
  else anchor.target = '_blank';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
