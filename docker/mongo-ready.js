// Run by mongosh inside the container as its health check. Initiates the replica set, creates the users of a
// database without any, and exits 0 once this member is primary and the service can sign in.
const admin = db.getSiblingDB('admin');
const { MONGO_ADMIN_PASSWORD, MONGO_PASSWORD, MONGO_HOST = 'mongo' } = process.env;

function signIn() {
  try {
    return admin.auth('admin', MONGO_ADMIN_PASSWORD).ok === 1;
  } catch {
    return false;
  }
}

function isPrimary() {
  return db.hello().isWritablePrimary;
}

// Without a user, MongoDB lets a connection from its own host do only these two things (localhost exception).
function initiate() {
  if (db.hello().setName === undefined) {
    rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: `${MONGO_HOST}:27017` }] });
  }
  if (!isPrimary()) quit(1); // the next check continues from here
  admin.createUser({ user: 'admin', pwd: MONGO_ADMIN_PASSWORD, roles: ['root'] });
}

if (!signIn()) {
  initiate();
  if (!signIn()) quit(1);
}
if (!isPrimary()) quit(1);
const service = { pwd: MONGO_PASSWORD, roles: [{ role: 'readWrite', db: 'assay' }] };
if (admin.getUser('assay') === null) admin.createUser({ user: 'assay', ...service });
else if (!canSignIn('assay', MONGO_PASSWORD)) admin.updateUser('assay', service);
quit(0);

/** Whether this is the stored password; a changed MONGO_PASSWORD takes effect with the next check. */
function canSignIn(user, password) {
  try {
    return new Mongo().getDB('admin').auth(user, password).ok === 1;
  } catch {
    return false;
  }
}
