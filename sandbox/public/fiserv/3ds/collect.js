// The device data collection of 3-D Secure, which a page may open in a hidden frame before it
// authenticates. The sandbox collects nothing; it reports completion as Cardinal does.

const SessionId = atob(document.documentElement.dataset.token);

window.parent.postMessage({ MessageType: 'profile.completed', SessionId, Status: true }, '*');
