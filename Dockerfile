# vsym with a C compiler, NuSMV, pictures and the lab's editor. Build the image, and check a model:
#   docker build -t vsym . && docker run --rm -i vsym check - < examples/rw.gsst
#   docker run --rm -v "$PWD:/models" vsym check examples/programs/spinlock.m
FROM debian:trixie-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates nodejs npm python3-pip python3-venv
WORKDIR /source
COPY scripts/install-nusmv.sh scripts/
RUN scripts/install-nusmv.sh /opt/nusmv
COPY . .
RUN scripts/build-web.sh \
    && python3 -m venv /opt/vsym \
    && /opt/vsym/bin/pip install --no-cache-dir '.[cvc5,draw,lsp]'

FROM debian:trixie-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev libexpat1 libglib2.0-0t64 libreadline8t64 \
        libxext6 libxrender1 python3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home vsym
COPY --from=build /opt/vsym /opt/vsym
COPY --from=build /opt/nusmv/bin/NuSMV /usr/local/bin/NuSMV
ENV PATH=/opt/vsym/bin:$PATH
USER vsym
WORKDIR /models
ENTRYPOINT ["vsym"]
CMD ["--help"]
