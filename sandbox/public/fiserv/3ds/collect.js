// The device data collection of 3-D Secure, in a hidden frame of the merchant's page. It collects
// nothing but that a browser ran it, and reports completion as Cardinal does: as JSON text.
const { token } = document.documentElement.dataset;

const answer = await fetch('collect/result', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ token }),
});
const { sessionId: SessionId } = answer.ok ? await answer.json() : {};
const message = { MessageType: 'profile.completed', SessionId, Status: answer.ok };
window.parent.postMessage(JSON.stringify(message), '*');
